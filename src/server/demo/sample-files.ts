import { slugOf } from "#domain/slug.ts";
import type { SampleItem } from "./sample-items.ts";

export const SAMPLE_COMPANY = "Calder & Finch LLP";

/** The file behind an item: what a person who opens it reads. */
export function fileOf({ name, says, control }: SampleItem, at: Date): { name: string; bytes: Buffer } {
  const plain = slugOf(name).replace(/-+/g, "-");
  if (says.startsWith("{"))
    return { name: `${plain}.json`, bytes: Buffer.from(`${JSON.stringify(JSON.parse(says), null, 2)}\n`) };
  const text = `${name}\n${SAMPLE_COMPANY}, ${at.toISOString().slice(0, 10)}\nControl ${control}\n\n${says}\n`;
  return { name: `${plain}.txt`, bytes: Buffer.from(text) };
}
