/** As many as there are rows: privileged items count nowhere else, and stand in this list for those who may read them. */
export function onFile({ total, privileged }: { total: number; privileged: number }): string {
  const items = `${total.toLocaleString("en-US")} ${total === 1 ? "item" : "items"} on file`;
  return privileged === 0 ? items : `${items}, and ${privileged.toLocaleString("en-US")} privileged`;
}
