import type { Failure } from "./open-failures.ts";

/** What may go wrong with files that are read from a link. The server names the source where it knows it. */
export const linkedFileFailures = {
  "file-link-unknown": {
    status: 422,
    message: "This is not a link to a file in Google Drive, OneDrive, SharePoint or Dropbox.",
  },
  "file-source-off": {
    status: 409,
    message: "Links to this provider are not set up here. Download the file and add it.",
  },
  "file-source-not-connected": { status: 409, message: "Connect your account at this provider first." },
  "file-source-declined": {
    status: 403,
    message: "Access to this provider was not granted. Nothing was connected.",
  },
  "file-source-expired": {
    status: 410,
    message: "This connection attempt has expired. Start again from where you add files.",
  },
  "file-source-scope": {
    status: 409,
    message: "Your account is connected without permission to read files. Connect it again and allow it.",
  },
  "file-source-busy": {
    status: 503,
    message: "This provider accepts no more requests at the moment. Try again in a few minutes.",
  },
  "file-source-unreachable": { status: 503, message: "This provider did not answer. Try again in a moment." },
  "linked-file-missing": {
    status: 404,
    message: "There is no file at this link, or your account can't open it.",
  },
  "linked-file-denied": {
    status: 403,
    message: "Your account can't open this file. Ask its owner for access.",
  },
  "linked-file-deleted": { status: 410, message: "This file was deleted. Ask its owner to restore it." },
  "linked-file-is-folder": { status: 422, message: "This link leads to a folder. Choose the files in it." },
  "linked-file-flagged": {
    status: 422,
    message: "The provider marked this file as harmful, so it was not read.",
  },
  "linked-file-locked": {
    status: 403,
    message: "The owner of this file does not allow downloads. Ask them to, or ask for a copy.",
  },
  "linked-file-no-export": {
    status: 422,
    message: "This kind of file can't be downloaded. Save it as a PDF there, and add that.",
  },
  "linked-export-too-large": {
    status: 413,
    message: "Google exports PDFs up to 10 MB. Download this file yourself and add it.",
  },
  "linked-file-changed": { status: 409, message: "This file changed while it was read. Try again." },
  "linked-file-interrupted": { status: 503, message: "The download was interrupted. Try again." },
} as const satisfies Record<string, Failure>;
