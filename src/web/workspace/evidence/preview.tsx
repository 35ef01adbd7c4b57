import { useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { useEffect, useState } from "react";
import { addressOf } from "#web/address.ts";
import { contract } from "#web/contract.ts";
import { Button } from "#web/design/button.tsx";
import { Screen } from "#web/design/screen.tsx";
import { PanelSection } from "#web/design/side-panel.tsx";
import { byteSize } from "#web/design/sizes.ts";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { lazily } from "#web/lazily.tsx";
import { fetchBeginning, fetchFile } from "#web/download.ts";
import { useWorkspace } from "../company-context.tsx";
import type { EvidenceItem } from "./evidence.ts";
import { TextPreview } from "./preview-text.tsx";
import { drawnUpTo, previewKind, shownOfText } from "./preview-kind.ts";
import type { PreviewKind } from "./preview-kind.ts";

// Nobody who looks at no PDF loads what draws them.
const PdfPages = lazily(
  async () => ({ default: (await import("./pdf-pages.tsx")).PdfPages }),
  <SkeletonLines lines={6} />,
);

const words: Readonly<Record<PreviewKind, string>> = {
  text: "Text",
  json: "JSON",
  csv: "Table",
  image: "Picture",
  pdf: "PDF",
};

/**
 * What the file says, without running anything of it: texts as text, pictures and pages as pictures. Looking is asked for,
 * because whoever looks at a file is on record where that is kept.
 */
export function Preview({ item }: { item: EvidenceItem }) {
  const kind = previewKind(item.mediaType, item.fileName);
  const [open, setOpen] = useState(false);
  const tooLarge = (kind === "image" || kind === "pdf") && item.size > drawnUpTo;
  return (
    <PanelSection
      title="Preview"
      aside={<span className="fine faint">{`${kind ? words[kind] : "File"}, ${byteSize(item.size)}`}</span>}
    >
      {!kind ? (
        <p className="quiet">This file type has no preview. Download it to view it.</p>
      ) : tooLarge ? (
        <p className="quiet">This file is too large to preview. Download it to view it.</p>
      ) : open ? (
        <Shown item={item} kind={kind} />
      ) : (
        <Button size="small" icon={Eye} onClick={() => setOpen(true)}>
          Show preview
        </Button>
      )}
    </PanelSection>
  );
}

function Shown({ item, kind }: { item: EvidenceItem; kind: PreviewKind }) {
  const { company } = useWorkspace();
  const address = addressOf(contract.evidence.download, { companyId: company.id, evidenceId: item.id });
  const drawn = kind === "image" || kind === "pdf";
  const file = useQuery({
    queryKey: ["preview", address],
    queryFn: () => (drawn ? fetchFile(address) : fetchBeginning(address, shownOfText)),
    // The bytes of an item never change, and each time that they are fetched is a look.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  return (
    <Screen data={file} loading={<SkeletonLines lines={6} />} empty={null}>
      {(bytes) =>
        kind === "image" ? (
          <Picture bytes={bytes} name={item.name} />
        ) : kind === "pdf" ? (
          <PdfPages bytes={bytes} name={item.name} />
        ) : (
          <TextPreview bytes={bytes} kind={kind} size={item.size} />
        )
      }
    </Screen>
  );
}

function Picture({ bytes, name }: { bytes: Blob; name: string }) {
  const [address, setAddress] = useState<string>();
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    const made = URL.createObjectURL(bytes);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes]);
  if (broken) return <p className="quiet">This image cannot be displayed. Download it to view it.</p>;
  return address ? (
    <img className="preview preview-picture" src={address} alt={`File of ${name}`} onError={() => setBroken(true)} />
  ) : null;
}
