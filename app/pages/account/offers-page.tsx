export default function OffersPage() {
  return <main />
}
