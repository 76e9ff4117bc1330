export default function ConfirmationPage() {
  return <main />
}
