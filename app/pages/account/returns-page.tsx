export default function ReturnsPage() {
  return <main />
}
