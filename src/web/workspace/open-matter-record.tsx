import { useSearch } from "./use-search.ts";
import { NewRecord } from "./program/record-form.tsx";
import { RecordPanel } from "./program/record-panel.tsx";
import type { Register } from "./program/registers.ts";
import type { Doing } from "./program/use-record-view.ts";
import { useRegisters } from "./program/use-registers.ts";

/** Which record of the matter is open, all of it in the address: what is opened beside the page, and over it. */
export function useOpenRecord() {
  const registers = (useRegisters().data ?? []).filter(({ inMatters }) => inMatters);
  const [search, change] = useSearch();
  const register = registers.find(({ key }) => key === search.get("register"));
  const recordId = search.get("record") ?? "";
  const doing = (search.get("do") ?? "") as Doing | "";
  const set = (changes: Readonly<Record<string, string>>, replace = false) => change(changes, { replace });
  const close = () => set({ register: "", record: "", do: "" }, true);
  const panel = register && recordId !== "" && (
    <RecordPanel
      key={recordId}
      register={register}
      recordId={recordId}
      previous={undefined}
      next={undefined}
      doing={doing}
      onDo={(what) => set({ do: what })}
      onDone={() => set({ do: "" }, true)}
      onClose={() => {
        close();
        requestAnimationFrame(() => document.getElementById(`record-${recordId}`)?.focus());
      }}
    />
  );
  const dialog = register && recordId === "" && doing === "new" && (
    <NewRecord register={register} onClose={close} onAdded={(id) => set({ do: "", record: id }, true)} />
  );
  return {
    panel,
    dialog,
    writable: registers.filter(({ may }: Register) => may.write),
    add: (key: string) => set({ register: key, do: "new" }),
  };
}
