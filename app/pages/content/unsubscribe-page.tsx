export default function UnsubscribePage() {
  return <main />
}
