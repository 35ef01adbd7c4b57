import type { Failure } from "./open-failures.ts";

/** What may go wrong with evidence, its filing, its matters and its exports. */
export const evidenceFailures = {
  "file-missing": { status: 400, message: "Choose a file to add." },
  "file-empty": { status: 400, message: "This file is empty." },
  "file-too-large": { status: 413, message: "This file is larger than 100 MB, the limit for one item." },
  "file-is-program": {
    status: 422,
    message: "This file is a program, which auditors cannot read as evidence. Send fileAnyway=1 to add it anyway.",
  },
  "file-is-archive": {
    status: 422,
    message: "This file is an archive, which auditors cannot read as evidence. Send fileAnyway=1 to add it anyway.",
  },
  "file-interrupted": { status: 400, message: "The upload was interrupted, so the file was not added. Try again." },
  "unknown-control": { status: 422, message: "One of the controls does not exist in the library." },
  "idempotency-conflict": {
    status: 409,
    message: "This Idempotency-Key was already used for a different item.",
  },
  "batch-refused": {
    status: 422,
    message: "Nothing was added. `data.items` names the items that can't be added, and why.",
  },
  "content-not-base64": { status: 422, message: "This item's content is not base64." },
  "idempotency-key-twice": { status: 422, message: "Two items of this batch have the same key." },
  "already-superseded": {
    status: 409,
    message: "This item has already been replaced, or this file cannot replace it.",
  },
  "already-withdrawn": { status: 409, message: "This item is already withdrawn." },
  "privileged-withdrawal": {
    status: 409,
    message: "Privileged items can't be withdrawn. They count for no control as long as they are privileged.",
  },
  "report-being-read": {
    status: 409,
    message: "This report is still being read. Try again when the import is done.",
  },
  "item-erased": {
    status: 409,
    message: "An owner erased this file. Its number, hash and chain of custody stay.",
  },
  "not-withdrawn": { status: 409, message: "This item still counts. Withdraw it before you erase its file." },
  "exhibit-differs": { status: 422, message: "This is not the item's number." },
  "held-by-legal-hold": {
    status: 409,
    message: "A legal hold keeps this item. Ask an owner or admin to release the hold before you erase it.",
  },
  "held-by-request": {
    status: 409,
    message: "An auditor's open request was answered with this item. Erase it once the request is settled.",
  },
  "held-by-audit": {
    status: 409,
    message:
      "An auditor drew this item in a sample or commented on it. Erase it once the auditor's access ends or the project is archived.",
  },
  "held-by-test": {
    status: 409,
    message: "A test by hand that still counts cites this item. Withdraw the test, or wait until it expires.",
  },
  "item-withdrawn": { status: 409, message: "This item is withdrawn. Restore it first." },
  "privileged-change": {
    status: 409,
    message: "Privileged items can't be renamed or moved. An owner has to waive the privilege first.",
  },
  "no-control-left": {
    status: 409,
    message: "This item would be left under no control. If it should count for none, withdraw it.",
  },
  "decides-checks": {
    status: 409,
    message: "This item decides checks of a control you want to remove it from. Withdraw it instead.",
  },
  "not-on-access-list": {
    status: 403,
    message: "Only people on the matter's access list can add privileged evidence, and only while the matter is open.",
  },
  "on-access-list-already": { status: 409, message: "This person is already on the matter's access list." },
  "upload-moved": {
    status: 409,
    message: "Upload offset mismatch. Query the offset and resume.",
  },
  "upload-gone": { status: 410, message: "This upload has expired. Upload the file again." },
  "upload-differs": {
    status: 422,
    message: "The uploaded file does not match the original, so it was not added. Upload it again.",
  },
  "uploads-full": {
    status: 409,
    message: "Your company has too many uploads in progress. Wait for some to finish.",
  },
  "evidence-damaged": {
    status: 409,
    message: "The stored file no longer matches its seal, so it cannot be downloaded. Collect it again.",
  },
  "export-expired": { status: 410, message: "This export expired after an hour. Export the report again." },
  "export-ended": { status: 409, message: "This export has ended. Export the report again." },
  "export-cancelled": { status: 409, message: "This export was cancelled." },
  "export-interrupted": { status: 409, message: "The download was interrupted. Export the report again." },
  "storage-full": { status: 507, message: "There is not enough storage left, so the file was not added." },
  "report-too-large": { status: 413, message: "This report is larger than 64 MB, the limit for one import." },
  "import-not-recognised": {
    status: 422,
    message: "This file format is not supported. See the list of formats you can import.",
  },
  "import-damaged": { status: 422, message: "This report is damaged or incomplete, so nothing was imported." },
  "import-too-much": {
    status: 422,
    message: "This report is over the limit for one import. Split it and import the parts.",
  },
  "mapping-name-taken": { status: 409, message: "A mapping with this name already exists." },
  "too-many-mappings": { status: 409, message: "A company can have 100 mappings. Remove one you no longer need." },
  "pipeline-known": { status: 409, message: "This repository and branch are already trusted." },
  "too-many-pipelines": { status: 409, message: "A company can trust 50 pipelines. Remove one you no longer need." },
  "pipeline-not-trusted": {
    status: 403,
    message:
      "This pipeline is not trusted. Check that its repository and branch are listed under Settings, and that its identity token is for this address, less than five minutes old and used once.",
  },
  "pipeline-issuer-unreachable": {
    status: 503,
    message: "The pipeline's identity provider did not answer. Try again in a moment.",
  },
  "import-over-time": {
    status: 422,
    message:
      "This report took more than 30 seconds to read, the limit for one import. We kept it as a file, and no check uses it. Split the report.",
  },
  "import-over-memory": {
    status: 422,
    message:
      "This report needed more than 2 GB of memory, the limit for one import. We kept it as a file, and no check uses it. Split the report.",
  },
  "import-cancelled": { status: 409, message: "This import was canceled. Nothing was kept." },
  "import-abandoned": {
    status: 409,
    message: "The person who imported this report can no longer add evidence, so no check uses it. Import it again.",
  },
  "imports-waiting": {
    status: 429,
    message: "50 reports of your company are waiting to be imported. Wait for some to finish.",
  },
  "import-needs-mapping": {
    status: 422,
    message: "This looks like a CSV file. Choose a mapping for its columns.",
  },
} as const satisfies Record<string, Failure>;
