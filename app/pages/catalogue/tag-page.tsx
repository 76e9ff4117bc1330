export default function TagPage() {
  return <main />
}
