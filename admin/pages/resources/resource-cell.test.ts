import { expect, it } from 'vitest'
import { describeResource } from '../../../api/admin/resource-contract.ts'
import { failedJobResource } from '../../../domain/failed-jobs/failed-job-resource.server.ts'
import { fullTitleOf } from './resource-cell.tsx'

it('names a job by what it does and the order that it is about', () => {
  const resource = describeResource(failedJobResource(['order-mail']))
  const nameOf = (order: string | null) =>
    fullTitleOf((key) => key, resource, { id: 'j-1', queue: 'order-mail', order, actions: [] })
  expect(nameOf('SE-100001')).toBe('queue.order-mail, SE-100001')
  expect(nameOf(null)).toBe('queue.order-mail')
})
