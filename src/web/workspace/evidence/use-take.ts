import { useCallback, useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { useWorkspace } from "../company-context.tsx";
import { addToBatch } from "./filing/add-to-batch.ts";
import type { PathFile } from "./filing/batch.ts";
import { addFiles } from "./filing-store.ts";

/** Takes what was dropped on the library: a single file to the dialog, which `onDialog` opens, and everything else to the table of many. */
export function useTake(onDialog: () => void): (files: readonly PathFile[]) => void {
  const { company } = useWorkspace();
  const navigate = useNavigate();
  const open = useRef(onDialog);
  useEffect(() => {
    open.current = onDialog;
  });
  return useCallback(
    (files) => {
      const [first] = files;
      const isPlain = files.length === 1 && first?.path === first?.file.name && !/\.zip$/i.test(first?.file.name ?? "");
      if (isPlain && first) {
        addFiles(company.id, [first.file]);
        open.current();
        return;
      }
      void addToBatch(company.id, files);
      void navigate("/dashboard/evidence/add");
    },
    [company.id, navigate],
  );
}
