export default function FailedPage() {
  return <main />
}
