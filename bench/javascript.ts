/** Promise: no page needs more than 130 kB of script (gzip) before the shopper touches it. */
import { javaScriptBudgetBytes, weighJavaScript } from '../test/javascript-weight.ts'
import { categoryAddresses, withBenchShop } from './bench-shop.ts'

await withBenchShop({}, async (shop) => {
  const [category = ''] = await categoryAddresses(shop)
  const html = await (await fetch(shop.url + category)).text()
  const product = /href="(\/sv\/artiklar\/[^/"]+\.html)"/.exec(html)?.[1] ?? ''
  for (const [name, path] of Object.entries({
    home: '/sv',
    category,
    search: '/sv/sokresultat.html?query=aa',
    product,
  })) {
    const { gzipBytes, files } = await weighJavaScript(shop.url, path)
    console.log(
      `javascript ${name}: ${(gzipBytes / 1000).toFixed(1)} kB gzip (promise ≤ ${javaScriptBudgetBytes / 1000}, ${Math.round((100 * gzipBytes) / javaScriptBudgetBytes)} % of it); ${files.length} files`,
    )
    if (process.env['BENCH_DETAILS']) console.table(files)
    if (gzipBytes > javaScriptBudgetBytes) process.exitCode = 1
  }
})
