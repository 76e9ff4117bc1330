export default function Faulty(): never {
  throw new Error('the card of products fails')
}
