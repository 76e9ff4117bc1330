export default function MyOrderReturnPage() {
  return <main />
}
