export default function MyOrderPage() {
  return <main />
}
