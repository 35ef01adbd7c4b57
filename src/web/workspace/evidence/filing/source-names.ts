/** `Google Drive, OneDrive or Dropbox`; with OneDrive comes SharePoint. */
export function namesOf(names: readonly string[]): string {
  const all = names.flatMap((name) => (name === "OneDrive" ? [name, "SharePoint"] : name));
  return all.length < 2 ? all.join() : `${all.slice(0, -1).join(", ")} or ${all.at(-1)}`;
}

/** What is said of a text without a link. */
export const noLink = "Paste at least one link, beginning with https://.";
