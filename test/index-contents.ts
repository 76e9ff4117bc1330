/** Compares index files. Only in `.db.test.ts` files. */
import { storeSlots } from '../read-model/schema/index-schema.server.ts'
import { openIndexDatabase } from '../read-model/schema/index-database.server.ts'

/** The contents of an index file apart from what depends on how it was built. */
export function indexContents(path: string): unknown {
  const db = openIndexDatabase(path, { readOnly: true })
  const facet = "(select code || '=' || value from facet_value where id = x.value)"
  const answer = [
    db.all('select scope, total from scope_count where total > 0 order by 1'),
    db.all(`select scope, ${facet} as facet, total from facet_count x where total > 0 order by 1, 2`),
    db.all(`select code || '=' || x.value as facet, m.id % ${2 * storeSlots} as store, piece, hex(bits) from member_set m join facet_value x on x.id = m.id / ${2 * storeSlots}
      where m.id % 2 = 1 order by 1, 2, 3`),
    db.all('select id, piece, hex(bits) from member_set where id % 2 = 0 order by 1, 2'),
    db.all('select scope, relevance, key from placement order by 1, 2, 3'),
    db.all('select scope, price, relevance, key from placement_price order by 1, 2, 3, 4'),
    db.all(
      'select p.scope, p.key from placement p join name_order n using (key) order by p.scope, n.name_key, p.key',
    ),
    db.all('select scope, key from placement_name order by scope, name_rank'),
    db.all(
      'select key, listed, relevance, price, scopes, text_hash, doc is null as undocumented from entry order by 1',
    ),
    db.all('select * from card order by 1'),
    db.all('select * from description order by 1'),
    db.all('select * from address order by 1, 2'),
    db.all('select * from gone order by 1, 2'),
    db.all('select * from identifier order by 1, 2'),
    db.all('select id, sku, variant_of, body from product order by 1'),
  ]
  db.close()
  return answer
}
