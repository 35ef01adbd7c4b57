import { crc32, deflateRawSync, inflateRawSync } from "node:zlib";
import { dosTime } from "#domain/bundle/zip-layout.ts";

interface Part {
  readonly path: string;
  readonly bytes: Buffer;
}

/**
 * A Word document as its maker wrote it, but for what differs each time: the instants that it and its parts were made at, which become
 * `at`, and the random ids of its links, which are counted instead. `complete` is given the document's text before it is packed.
 */
export function steadyWord(document: Buffer, at: Date, complete: (text: string) => string = (text) => text): Buffer {
  const names = new Map<string, string>();
  const steady = (text: string) =>
    text
      .replaceAll(/\brId[\w-]{21}(?![\w-])/g, (id) => {
        if (!names.has(id)) names.set(id, `rIdLink${names.size + 1}`);
        return names.get(id)!;
      })
      .replaceAll(
        /(<dcterms:(?:created|modified) xsi:type="dcterms:W3CDTF">)[^<]*/g,
        `$1${at.toISOString().slice(0, 19)}Z`,
      );
  // The text first: links are counted in the order in which they are read.
  const parts = partsOf(document).toSorted(
    (a, b) => Number(b.path === "word/document.xml") - Number(a.path === "word/document.xml"),
  );
  const written = parts.map(({ path, bytes }) => {
    const text = steady(bytes.toString("utf8"));
    return { path, bytes: Buffer.from(path === "word/document.xml" ? complete(text) : text) };
  });
  return zipOf(
    written.toSorted((a, b) => rank(a.path) - rank(b.path) || (a.path < b.path ? -1 : 1)),
    at,
  );
}

/** The list of types comes first, as Word writes it. */
const rank = (path: string) => (path === "[Content_Types].xml" ? 0 : path.startsWith("_rels/") ? 1 : 2);

/** The parts of a ZIP that was just written here: one disk, sizes in the directory. */
function partsOf(zip: Buffer): Part[] {
  const end = zip.lastIndexOf(Buffer.from("PK\u0005\u0006", "latin1"));
  const parts: Part[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, packed] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((place) => zip.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    const path = zip.toString("utf8", at + 46, at + 46 + name);
    const local = zip.readUInt32LE(at + 42);
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(begin, begin + packed);
    if (!path.endsWith("/")) parts.push({ path, bytes: method === 0 ? bytes : inflateRawSync(bytes) });
    at += 46 + name + extra + comment;
  }
  return parts;
}

function zipOf(parts: readonly Part[], at: Date): Buffer {
  const { date, time } = dosTime(at);
  const files: Buffer[] = [];
  const records: Buffer[] = [];
  let offset = 0;
  for (const { path, bytes } of parts) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(bytes, { level: 9 });
    const fields = Buffer.alloc(26);
    for (const [place, value] of [20, 0x0800, 8, time, date].entries()) fields.writeUInt16LE(value, place * 2);
    for (const [place, value] of [crc32(bytes), packed.length, bytes.length].entries())
      fields.writeUInt32LE(value, 10 + place * 4);
    fields.writeUInt16LE(name.length, 22);
    const record = Buffer.alloc(16);
    record.writeUInt32LE(offset, 12);
    files.push(Buffer.from("PK\u0003\u0004", "latin1"), fields, name, packed);
    records.push(Buffer.from("PK\u0001\u0002\u0014\u0000", "latin1"), fields, record.subarray(2), name);
    offset += 4 + fields.length + name.length + packed.length;
  }
  const directory = Buffer.concat(records);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, directory, end]);
}
