export default function ContentPage() {
  return <main />
}
