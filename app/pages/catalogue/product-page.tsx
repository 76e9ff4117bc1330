export default function ProductPage() {
  return <main />
}
