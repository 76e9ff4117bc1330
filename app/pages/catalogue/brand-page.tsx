export default function BrandPage() {
  return <main />
}
