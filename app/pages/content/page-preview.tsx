export default function PagePreview() {
  return <main />
}
