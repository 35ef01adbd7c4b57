import { bindingKinds } from "./registers/contracts.ts";

/** An expected document that somebody outside wrote: the record of a register holds its facts, and cites its file. */
export interface ReceivedDocument {
  /** The expected document of the library that it is. */
  readonly document: string;
  readonly register: string;
  /** Records whose field has one of these values; all where nothing is said. */
  readonly where?: { readonly field: string; readonly is: readonly string[] };
  /** The field that cites the file. */
  readonly file: string;
  /** The field that says of which day the file is, or when its period ends. */
  readonly day: string;
  /** The field that says until when it binds: it counts until that day, however long ago it was signed. */
  readonly binds?: string;
  /** Checks that say of whom or what there must be one: narrower than they ask, it is not on file. */
  readonly asks: readonly string[];
  /** What one is called, and several. */
  readonly called: readonly [single: string, many: string];
}

/** The six documents that are received. */
export const receivedDocuments: readonly ReceivedDocument[] = [
  {
    document: "vendors.assurance-reports",
    register: "assurances",
    file: "report",
    day: "datedOn",
    asks: ["vendors.reviewed-within-year"],
    called: ["vendor's report", "vendors' reports"],
  },
  {
    document: "vendors.signed-agreements",
    register: "contracts",
    where: { field: "kind", is: bindingKinds },
    file: "file",
    day: "signedOn",
    binds: "endsOn",
    asks: ["vendors.contract-signed"],
    called: ["signed agreement", "signed agreements"],
  },
  {
    document: "retention.destruction-certificates",
    register: "disposals",
    where: { field: "method", is: ["wipe", "shred", "returned", "deletion"] },
    file: "certificate",
    day: "disposedOn",
    asks: ["retention.device-wipe", "retention.closed-matters"],
    called: ["certificate", "certificates"],
  },
  {
    document: "physical.hosting-report",
    register: "assurances",
    where: { field: "physical", is: ["yes"] },
    file: "report",
    day: "datedOn",
    asks: ["physical.hosting-assured"],
    called: ["report that covers buildings", "reports that cover buildings"],
  },
  {
    document: "vulns.penetration-test",
    register: "tests",
    where: { field: "kind", is: ["pentest"] },
    file: "report",
    day: "doneOn",
    asks: ["vulns.pentest-within-year"],
    called: ["penetration test", "penetration tests"],
  },
  {
    document: "vulns.scan-reports",
    register: "tests",
    where: { field: "kind", is: ["internal-scan", "external-scan"] },
    file: "report",
    day: "doneOn",
    asks: ["vulns.scanned-this-quarter"],
    called: ["scan report", "scan reports"],
  },
];

const byDocument = new Map(receivedDocuments.map((received) => [received.document, received]));

/** How an expected document is received; undefined for one that is not. */
export function findReceived(document: string): ReceivedDocument | undefined {
  return byDocument.get(document);
}
