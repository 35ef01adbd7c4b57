import { expect, test } from "vitest";
import { dropboxAddress, googleAddress, linksIn, parseFileLink } from "./file-link.ts";

const id = "1AbCdEfGhIjKlMnOpQrStUvWxYz";

test.each([
  `https://docs.google.com/document/d/${id}/edit?usp=sharing`,
  `https://docs.google.com/spreadsheets/d/${id}/edit#gid=0`,
  `https://docs.google.com/presentation/u/1/d/${id}/view`,
  `https://drive.google.com/file/d/${id}/view`,
  `https://drive.google.com/file/u/0/d/${id}/preview`,
  `https://drive.google.com/open?id=${id}`,
])("%s is a file in Google Drive, by its id alone", (link) => {
  expect(parseFileLink(link)).toEqual({ source: "google-drive", kind: "file", id, resourceKey: undefined });
});

test("a folder is told from a file, and the key of a shared file is kept", () => {
  expect(parseFileLink(`https://drive.google.com/drive/u/2/folders/${id}?usp=drive_link`)).toMatchObject({
    kind: "folder",
    id,
  });
  expect(parseFileLink(googleAddress(id, "0-abc"))).toMatchObject({ id, resourceKey: "0-abc" });
  expect(parseFileLink("https://www.dropbox.com/scl/fo/abc123/h?rlkey=k1&dl=0")).toMatchObject({
    kind: "folder",
    address: "https://www.dropbox.com/scl/fo/abc123/h?rlkey=k1",
  });
});

test("links of OneDrive and SharePoint keep their address, and say whose files they are", () => {
  const shared = "https://contoso-my.sharepoint.com/:w:/g/personal/ada/Eabc?e=x1";
  expect(parseFileLink(shared)).toEqual({ source: "onedrive", address: shared, isSharePoint: false });
  expect(parseFileLink("https://contoso.sharepoint.com/:b:/s/legal/Eabc#top")).toEqual({
    source: "onedrive",
    address: "https://contoso.sharepoint.com/:b:/s/legal/Eabc",
    isSharePoint: true,
  });
  expect(parseFileLink("https://1drv.ms/b/s!Abc?e=1")).toMatchObject({ source: "onedrive" });
});

test("a file below a shared folder of Dropbox is found again by its address", () => {
  const address = dropboxAddress("https://www.dropbox.com/scl/fo/abc123/h?rlkey=k1", "/Year 2026/Föö #1.pdf");
  expect(parseFileLink(address)).toEqual({
    source: "dropbox",
    kind: "file",
    address: "https://www.dropbox.com/scl/fo/abc123/h?rlkey=k1",
    path: "/Year 2026/Föö #1.pdf",
  });
});

test.each([
  "https://www.dropbox.com.evil.example/s/abc123/a.pdf",
  "https://dropbox-files.com/s/abc123/a.pdf",
  "https://evil.example/www.dropbox.com/s/abc123/a.pdf",
  "https://www.dropbox.com@evil.example/s/abc123/a.pdf",
  "https://user:secret@www.dropbox.com/s/abc123/a.pdf",
  "https://www.dropbox.com:8443/s/abc123/a.pdf",
  "http://www.dropbox.com/s/abc123/a.pdf",
  "https://www.dropbox.com/home/Private/a.pdf",
  "https://dl.dropboxusercontent.com/s/abc123/a.pdf",
  "https://sharepoint.com/:w:/g/x",
  "https://a.b.sharepoint.com/:w:/g/x",
  "https://contoso.sharepoint.com.evil.example/:w:/g/x",
  "https://evilsharepoint.com/:w:/g/x",
  "https://drive.google.com.evil.example/file/d/1AbCdEfGhIjKlMn/view",
  "https://docs.google.com/document/d/e/2PACX-1vAbCdEfGhIjKlMn/pub",
  "https://docs.google.com/document/d/..%2F..%2Fadmin/edit",
  "https://drive.google.com/file/d/short/view",
  "https://drive.google.com/",
  "https://1drv.ms/",
  "https://169.254.169.254/latest/meta-data",
  "https://localhost/s/abc123/a.pdf",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "a.pdf",
  "",
  `https://www.dropbox.com/s/abc123/${"a".repeat(2_000)}`,
])("%s is no link that is read", (link) => {
  expect(parseFileLink(link)).toBeUndefined();
});

test("what a pasted address says beside its id is dropped", () => {
  const parsed = parseFileLink(
    `https://drive.google.com/uc?id=${id}&export=download&confirm=t&url=https://evil.example`,
  );
  expect(parsed).toEqual({ source: "google-drive", kind: "file", id, resourceKey: undefined });
  expect(parseFileLink("https://www.dropbox.com/s/abc123/a.pdf?dl=1&x=https://evil.example#/../b")).toEqual({
    source: "dropbox",
    kind: "file",
    address: "https://www.dropbox.com/s/abc123/a.pdf",
    path: undefined,
  });
});

test("a way out of a shared folder is no path below it", () => {
  for (const path of ["/../x", "/a/../../x", "/.", "x"])
    expect(parseFileLink(`https://www.dropbox.com/sh/abc123/h#${encodeURIComponent(path)}`)).toMatchObject({
      kind: "folder",
      path: undefined,
    });
});

test("links are found in a pasted text, one a line or with words between, each once", () => {
  const text = `Policy: https://1drv.ms/b/s!A\n<https://1drv.ms/b/s!B>\n\nhttps://1drv.ms/b/s!A no.link`;
  expect(linksIn(text)).toEqual(["https://1drv.ms/b/s!A", "https://1drv.ms/b/s!B"]);
  expect(linksIn("a.pdf, no address")).toEqual([]);
});
