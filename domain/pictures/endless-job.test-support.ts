/** A decoder that never ends; only tests run it. */
export function run(_picture: { bytes: Uint8Array; format: string }): Promise<{ ok: true }> {
  for (;;);
}
