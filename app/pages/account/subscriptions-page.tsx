export default function SubscriptionsPage() {
  return <main />
}
