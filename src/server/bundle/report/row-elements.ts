import type { Document, Structure } from "./pdf-sheet.ts";

/** A cell of a row, and what draws it, on one page. */
export interface DrawnCell {
  readonly kind: "TD" | "TH";
  readonly draw: () => void;
}

/** An object of the file, as others name it. */
interface Reference {
  readonly id: number;
}

/** The parts of pdfkit's document that write its structure. */
interface Writing {
  readonly page: { readonly dictionary: Reference; readonly structParentTreeKey: number };
  readonly _offset: number;
  /** Where each object begins in the file, by its number less one. */
  readonly _offsets: (number | null)[];
  getStructParentTree(): { get(key: number): Reference[] };
  addContent(data: string): unknown;
  _write(data: string): void;
}

/** A structure as pdfkit keeps it. */
interface Element {
  readonly dictionary: Reference;
  readonly _children: object[];
}

/** Makes what pdfkit takes for references and elements of its own, which were written already: it asks for their number alone. */
interface Made {
  reference(id: number): Reference;
  element(dictionary: Reference): object;
}

let made: Made | undefined;

/**
 * Draws a row of a table and adds it to the table's structure: the same objects as pdfkit's, which makes four of its own for each cell and
 * keeps two of them. A table of 10,000 rows has tens of thousands of cells.
 */
export function addRow(document: Document, table: Structure, cells: readonly DrawnCell[]): void {
  const doc = document as unknown as Writing;
  const parent = table as unknown as Element;
  made ??= makerLike(parent);
  const row = made.reference(newNumber(doc));
  let kept = "";
  for (const { kind, draw } of cells) {
    const cell = made.reference(newNumber(doc));
    const { dictionary, structParentTreeKey } = doc.page;
    const place = doc.getStructParentTree().get(structParentTreeKey).push(cell) - 1;
    doc.addContent(`/${kind} <<\n/MCID ${place}\n>> BDC`);
    draw();
    doc.addContent("EMC");
    write(doc, cell.id, `/S /${kind}\n/P ${row.id} 0 R\n/K [${place}]\n/Pg ${dictionary.id} 0 R`);
    kept += kept === "" ? `${cell.id} 0 R` : ` ${cell.id} 0 R`;
  }
  write(doc, row.id, `/S /TR\n/P ${parent.dictionary.id} 0 R\n/K [${kept}]`);
  parent._children.push(made.element(row));
}

const newNumber = ({ _offsets }: Writing): number => _offsets.push(null);

function write(doc: Writing, id: number, said: string): void {
  doc._offsets[id - 1] = doc._offset;
  doc._write(`${id} 0 obj\n<<\n${said}\n>>\nendobj`);
}

function makerLike(table: Element): Made {
  // pdfkit asks of which class something is; the class of all references is not handed out.
  const OwnReference = Object.getPrototypeOf(table.dictionary.constructor) as new () => object;
  class WrittenReference extends OwnReference implements Reference {
    readonly id: number;
    constructor(id: number) {
      super();
      this.id = id;
    }
    override toString(): string {
      return `${this.id} 0 R`;
    }
  }
  class WrittenElement {
    readonly dictionary: Reference;
    constructor(dictionary: Reference) {
      this.dictionary = dictionary;
    }
    end(): void {}
    _isFlushable(): boolean {
      return true;
    }
  }
  Object.setPrototypeOf(WrittenElement.prototype, Object.getPrototypeOf(table) as object);
  return { reference: (id) => new WrittenReference(id), element: (dictionary) => new WrittenElement(dictionary) };
}
