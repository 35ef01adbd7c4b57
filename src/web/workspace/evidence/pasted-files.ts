/** The files that were pasted or dropped; a picture that was copied out of a page or a screen comes as one, too. */
export function filesOf(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])];
}
