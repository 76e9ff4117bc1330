import FinderTiles from './finder-tiles.tsx'

export default function Guides() {
  return <FinderTiles />
}
