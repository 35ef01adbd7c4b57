import { getDocument, GlobalWorkerOptions } from "pdfjs-dist";
import type { PDFDocumentProxy } from "pdfjs-dist";
// oxlint-disable-next-line import/default -- The bundler makes it: the address of the worker it wrote.
import workerAddress from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import { useEffect, useRef, useState } from "react";
import { Button } from "#web/design/button.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { VisuallyHidden } from "#web/design/visually-hidden.tsx";

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): {
    createScriptURL(address: string): string;
  };
}

/** One worker for all documents. Its script is our own; where the browser wants that said, it is said for it alone. */
function startWorker() {
  if (GlobalWorkerOptions.workerPort) return;
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy("pdf-worker", {
    createScriptURL: (address) => {
      if (address !== workerAddress) throw new TypeError("not the worker of PDFs");
      return address;
    },
  });
  GlobalWorkerOptions.workerPort = new Worker(policy?.createScriptURL(workerAddress) ?? workerAddress, {
    type: "module",
  });
}

const PAGES_AT_ONCE = 5;

/**
 * The pages of a PDF as pictures, with their words for screen readers. A worker reads the document; nothing of it runs, no
 * link or form of it works, and nothing is fetched for it.
 */
export function PdfPages({ bytes, name }: { bytes: Blob; name: string }) {
  const [document, setDocument] = useState<PDFDocumentProxy>();
  const [broken, setBroken] = useState(false);
  const [shown, setShown] = useState(PAGES_AT_ONCE);
  useEffect(() => {
    let over = false;
    startWorker();
    const opening = bytes.arrayBuffer().then((data) =>
      getDocument({
        data,
        enableXfa: false,
        isOffscreenCanvasSupported: false,
        useWasm: false,
        useWorkerFetch: false,
        stopAtErrors: false,
      }),
    );
    opening
      .then((task) => task.promise)
      .then((opened) => !over && setDocument(opened))
      .catch(() => !over && setBroken(true));
    return () => {
      over = true;
      void opening.then((task) => task.destroy());
    };
  }, [bytes]);
  if (broken) return <p className="quiet">This PDF cannot be displayed. Download it to view it.</p>;
  if (!document) return <SkeletonLines lines={6} />;
  const pages = Math.min(shown, document.numPages);
  return (
    <>
      <div className="preview preview-pages" role="group" aria-label={`Pages of ${name}`} tabIndex={0}>
        {Array.from({ length: pages }, (_, at) => (
          <Page key={at} document={document} number={at + 1} />
        ))}
      </div>
      <p className="row centered gap-12 above-8 fine faint">
        {pages === document.numPages
          ? `${pages} ${pages === 1 ? "page" : "pages"}`
          : `${pages} of ${document.numPages.toLocaleString("en-US")} pages`}
        {pages < document.numPages && (
          <Button size="small" onClick={() => setShown(shown + PAGES_AT_ONCE)}>
            Show more pages
          </Button>
        )}
      </p>
    </>
  );
}

function Page({ document, number }: { document: PDFDocumentProxy; number: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [words, setWords] = useState("");
  useEffect(() => {
    let over = false;
    let stop = () => {};
    async function draw() {
      const page = await document.getPage(number);
      const at = canvas.current;
      if (over || !at) return;
      const unscaled = page.getViewport({ scale: 1 });
      // Twice the width of the panel, and never more than a picture of some megabytes.
      const viewport = page.getViewport({ scale: Math.min(2, 900 / unscaled.width, 1_600 / unscaled.height) });
      at.width = Math.ceil(viewport.width);
      at.height = Math.ceil(viewport.height);
      const drawing = page.render({ canvas: at, viewport });
      stop = () => drawing.cancel();
      await drawing.promise;
      const text = await page.getTextContent();
      if (!over) setWords(text.items.map((item) => ("str" in item ? item.str : "")).join(" "));
    }
    draw().catch(() => {});
    return () => {
      over = true;
      stop();
    };
  }, [document, number]);
  return (
    <div>
      <canvas ref={canvas} role="img" aria-label={`Page ${number}`} />
      <VisuallyHidden>{words}</VisuallyHidden>
    </div>
  );
}
