import { kept } from "./capability.ts";

const sealing = "src/server/blobs/sealed-stream.test.ts";
const filingTests = "src/server/evidence/filing.db.test.ts";
const isolation = "tests/contracts/isolation.test.ts";
const privilegeTests = "tests/contracts/privilege.test.ts";

/** What happens to an item of evidence, and how it is protected. */
export const filing = {
  exhibits: kept(
    "Numbered exhibits",
    "Each item has a number, a time, a source and a SHA-256 hash. A newer version supersedes; nothing is edited.",
    "filing-evidence",
    { [filingTests]: ["twenty at once get twenty numbers without a gap"] },
  ),
  ledger: kept(
    "A signed ledger",
    "Each item is dated, hashed and sealed in a signed ledger. Any later change is detected and named.",
    "filing-evidence",
    {
      [isolation]: ["not even the administrator changes, deletes or empties rows of %s"],
      [filingTests]: ["the tree that SQL appends is the tree of RFC 6962, at every size"],
      "src/domain/bundle/verify-bundle.test.ts": [
        "each byte of each file: any one changed is found, and no other file is blamed for it",
      ],
      "src/web/verification/verify-artifact.test.ts": ["the sample fails when any one byte of its file is flipped"],
    },
    {
      more: "The ledger commits to an item's time, hash, source and controls. Nobody can edit or remove an entry, not even the administrator.",
    },
  ),
  encryption: kept(
    "Encryption of each file",
    "Each file is encrypted with AES-256-GCM and its own random key, which is encrypted with your company’s key.",
    "storage",
    {
      [sealing]: [
        "not one altered byte is released, wherever it lies",
        "another key, and another item's name, open nothing",
        "the same bytes are sealed differently each time",
      ],
    },
  ),
  transit: kept(
    "Encryption in transit",
    "In transit, the server in front of Exhibit provides TLS. Our guide has a configuration that rejects 128-bit suites.",
    "storage",
    {
      "scripts/proxy-guide.test.ts": [
        "the proxies that are given offer TLS 1.2 and 1.3 alone, and no suite below 256 bits",
      ],
    },
  ),
  streaming: kept(
    "Encryption on arrival",
    "We encrypt data as it streams in and confirm it only once it is on disk.",
    "filing-evidence",
    {
      "src/server/evidence/evidence.db.test.ts": [
        "a file comes back as it was sent, and lies sealed on the disk",
        "an upload that breaks off files nothing",
      ],
    },
  ),
  manyFiles: kept(
    "Many files at once",
    "Drop files, a folder or a ZIP. A table suggests a document, control, type and date for each; you check the rows and add all at once.",
    "filing-evidence",
    {
      "tests/end-to-end/fay-files-thirty-files.spec.ts": ["Fay files thirty files"],
      "src/domain/documents/filing-index.test.ts": [
        "loses no row and no file, and gives each file one row at most, whatever it holds",
      ],
      "src/domain/documents/known-export.test.ts": [
        "Drata's package is known by its manifest; what describes it and what comes twice is left out",
      ],
    },
    { more: "A CSV index can fill the table, and so can an evidence package of Drata. A suggestion decides nothing." },
  ),
  fromLinks: kept(
    "Files from a link",
    "Paste links to Google Drive, OneDrive, SharePoint or Dropbox, where the operator set them up. The server reads each file with your own account.",
    "filing-evidence",
    {
      "tests/end-to-end/fay-files-from-links.spec.ts": ["Fay files from three links"],
      "src/server/linked-files/linked-files.db.test.ts": [
        "nobody reads what their own account cannot open, whatever a colleague's can",
        "a file of each source is named, read by the server and filed, with its hash and where it came from in custody",
        "nobody gives bytes of their own for a file that was read: custody speaks of what the server read",
      ],
      "src/domain/file-link.test.ts": ["what a pasted address says beside its id is dropped"],
    },
    {
      more: "Access lasts an hour and is sealed with a key that only your browser has. It was tested against fakes of the providers' documented APIs.",
    },
  ),
  corrections: kept(
    "Corrections on record",
    "Withdraw an item, rename it or move it to other controls. The ledger records each change and keeps the original.",
    "filing-evidence",
    {
      "src/server/evidence/withdraw.db.test.ts": ["a withdrawal needs a reason, is made once, and is taken back once"],
      "src/server/evidence/refile.db.test.ts": ["each change is an entry with its reason, and stands in custody"],
      "src/server/evidence/rename.db.test.ts": [
        "every name stays in custody, with who gave it; renaming back is one more entry",
      ],
    },
  ),
  privilege: kept(
    "Matters and privilege",
    "Only people on a matter’s access list can see its privileged items, and every view is recorded.",
    "storage",
    {
      [privilegeTests]: [
        "finds nothing privileged in the answer of any endpoint",
        "whatever shows a privileged item to its access list has recorded that before",
        "every figure for a member is the same with privileged items as without",
      ],
    },
    {
      more: "The items appear in no other list, count, search, export or alert until an owner on the list waives the privilege with a reason. The database enforces this, not the page.",
    },
  ),
  isolation: kept(
    "Isolation between companies",
    "The database isolates each company’s records with row-level security, and each company has its own key.",
    "storage",
    {
      [isolation]: ["nobody reaches a row of a company that they are not entitled to, with any verb on any table"],
      "tests/contracts/pool-interleaving.test.ts": [
        "however transactions interleave and fail, no answer holds another company's data",
      ],
      "tests/contracts/endpoints.test.ts": [
        "answers an outsider, and a platform admin, exactly as for a company that does not exist",
      ],
    },
    { more: "A request with another company's id gets the same answer as an id that does not exist." },
  ),
} as const;
