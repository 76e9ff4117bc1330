export default function TrackOrderPage() {
  return <main />
}
