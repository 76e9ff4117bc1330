export default function SearchPage() {
  return <main />
}
