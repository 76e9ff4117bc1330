export default function OverviewPage() {
  return <main />
}
