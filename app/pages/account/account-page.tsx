export default function AccountPage() {
  return <main />
}
