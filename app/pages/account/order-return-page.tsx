export default function OrderReturnPage() {
  return <main />
}
