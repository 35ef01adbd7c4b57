import { publicPage } from "#catalog/public-pages.ts";

/** Title and description of a public page; what else stands in its head is the server's to add. */
export function pageMeta(path: string) {
  const { title, description } = publicPage(path);
  return [{ title }, { name: "description", content: description }];
}
