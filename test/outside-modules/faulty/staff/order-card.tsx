export default function Faulty(): never {
  throw new Error('the card fails')
}
