import { Upload } from "lucide-react";
import { useState } from "react";
import type { ReactNode } from "react";
import { useFieldAttributes } from "./field.tsx";
import { Icon } from "./icon.tsx";

interface FileDropProps {
  onFiles: (files: File[]) => void;
  accept?: string;
  multiple?: boolean;
  /** What may be dropped, and how large. */
  hint: ReactNode;
}

/**
 * A file input drawn as a place to drop files. The input itself lies over the whole area, so dropping, pressing and
 * the keyboard are all the browser's own.
 */
export function FileDrop({ onFiles, accept, multiple, hint }: FileDropProps) {
  const [over, setOver] = useState(false);
  return (
    <div
      className="file-drop"
      data-over={over || undefined}
      onDragEnter={() => setOver(true)}
      onDragLeave={() => setOver(false)}
      onDrop={() => setOver(false)}
    >
      <Icon of={Upload} size={20} />
      <span>
        Drop {multiple ? "files" : "a file"} here, or <span className="link">choose</span>
      </span>
      <span className="field-help">{hint}</span>
      <input
        type="file"
        {...useFieldAttributes()}
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file chosen again after being removed must count as a change.
          event.target.value = "";
        }}
      />
    </div>
  );
}
