export default function Faulty(): never {
  throw new Error('the block fails')
}
