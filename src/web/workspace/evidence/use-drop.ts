import { useEffect, useState } from "react";
import type { PathFile } from "./filing/batch.ts";
import { droppedFiles } from "./filing/dropped-files.ts";
import { filesOf } from "./pasted-files.ts";

/** Takes files that are dropped anywhere on the page, or pasted where nothing is being typed; tells while some hover over it. */
export function useDrop(enabled: boolean, onFiles: (files: readonly PathFile[]) => void): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (!enabled) return;
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const drag = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!carriesFiles(event)) return;
      event.preventDefault();
      void droppedFiles(event.dataTransfer).then((files) => files.length > 0 && onFiles(files));
    };
    const paste = (event: ClipboardEvent) => {
      const files = filesOf(event.clipboardData);
      if (files.length > 0) onFiles(files.map((file) => ({ file, path: file.name })));
    };
    document.addEventListener("dragover", drag);
    document.addEventListener("dragleave", leave);
    document.addEventListener("drop", drop);
    document.addEventListener("paste", paste);
    return () => {
      document.removeEventListener("dragover", drag);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("drop", drop);
      document.removeEventListener("paste", paste);
    };
  }, [enabled, onFiles]);
  return over;
}
