/** The report stands alone: no font, picture or style of its own is fetched, and it prints black on white. */
export const reportStyle = `
:root{color-scheme:light;--ink:#211d17;--grey:#5c564c;--rule:#d8d2c6;--blue:#8fa3e6;--passing:#1c6140;--failing:#a8201f;
  --serif:"STIX Two Text","Times New Roman",Times,serif;--work:Archivo,"Helvetica Neue",Arial,sans-serif;--record:ui-monospace,Menlo,Consolas,monospace}
*{box-sizing:border-box}
body{margin:0;background:#eeeae2;color:var(--ink);font:15px/22px var(--serif)}
main{position:relative;max-width:880px;margin:24px auto;padding:48px 64px 40px 120px;background:#fcfaf5;border:1px solid #cfc8ba}
main::before{content:"";position:absolute;inset-block:0;left:96px;width:4px;border-inline:1px solid var(--blue)}
.caption{display:grid;grid-template-columns:1fr 24px 1.2fr;gap:12px}.parens{text-align:center}.caption p{margin:0 0 22px}
dl{margin:0}dl div{margin:0}dt,dd{display:inline;margin:0}dd{overflow-wrap:anywhere}dl div:first-child dd{font-weight:600}
h1{margin:16px 0 24px;padding:9px 0 11px;text-align:center;font-size:28px;line-height:34px;border-top:6px double var(--ink);border-bottom:6px double var(--ink)}
h2{position:relative;font-size:19px;line-height:26px;margin:26px 0 6px}h3{position:relative;font-size:16px;line-height:22px;margin:16px 0 4px}
.n{font:400 12px/20px var(--record);color:var(--grey)}
h2 .n,h3 .n{position:absolute;right:calc(100% + 36px);top:3px}
p{margin:0 0 8px;overflow-wrap:anywhere}.note{color:var(--grey);font-size:13px;line-height:19px}
ul{margin:0 0 8px;padding-left:20px;color:var(--grey);font-size:13px;line-height:19px}
.record{font:12px/18px var(--record);overflow-wrap:anywhere}
.chapter{margin-top:36px;border-top:6px double var(--ink);padding-top:6px}
.chapter>header{display:flex;justify-content:space-between;align-items:start;gap:24px}.chapter>header h2{margin:8px 0 0}
.result{border-left:4px solid var(--grey);padding:2px 0 2px 12px}.result.passing{border-color:var(--passing)}.result.failing{border-color:var(--failing)}
.stamp{flex:none;margin-top:10px;padding:3px 10px;border:3px double;border-radius:2px;text-align:center;font:700 14px/18px var(--work);letter-spacing:.05em;text-transform:uppercase;color:var(--grey);transform:rotate(-2.5deg)}
.stamp small{display:block;font:500 9px/13px var(--record);letter-spacing:0}.stamp.needs-evidence{border-style:dashed;border-width:1px}
.stamp.passing,.finding.passing{color:var(--passing)}.stamp.failing,.finding.failing{color:var(--failing)}
.ticks{display:flex;gap:3px;margin:10px 0 12px}.ticks i{flex:1;height:12px;border:1px dashed var(--grey)}
.ticks .passing{background:var(--passing);border:0}.ticks .failing{border:1px solid var(--failing);background:repeating-linear-gradient(135deg,var(--failing) 0 2px,#fff 2px 4px)}.ticks .not-applicable{border-style:solid}
table{width:calc(100% + 60px);margin:4px 0 8px -60px;border-collapse:collapse;table-layout:fixed;font:13px/18px var(--work)}
th{text-align:left;font-weight:600;border-bottom:1px solid var(--ink);padding:3px 8px 3px 0}
td{border-bottom:1px solid var(--rule);padding:4px 8px 4px 0;vertical-align:top;overflow-wrap:anywhere}
td.n{width:60px;border:0;padding-right:36px;text-align:right;line-height:18px}
td.record{font-size:11px}
.finding{font-weight:600;white-space:nowrap;color:var(--grey)}.finding svg{vertical-align:-1px}
.signatures{display:grid;grid-template-columns:1fr 1fr;gap:36px;margin-top:56px}.signatures p{border-top:1px solid var(--ink);padding-top:4px;font:13px/19px var(--work)}
footer{margin-top:36px;padding-top:10px;border-top:1px solid var(--rule);color:var(--grey);font:11px/16px var(--record)}
tr,.result,header{break-inside:avoid}h2,h3{break-after:avoid}
@media screen and (max-width:700px){main{margin:0;padding:24px 16px 24px 52px;border:0}main::before{left:36px}h2 .n,h3 .n{right:calc(100% + 20px);font-size:10px}.caption{grid-template-columns:1fr}.parens{display:none}.wide{overflow-x:auto;margin-left:-44px;padding-left:44px}table{width:640px;margin-left:0}td.n{width:28px;padding-right:8px}}
@media print{@page{size:letter;margin:18mm}body{background:#fff}main{margin:0;padding:0 0 0 60px;max-width:none;background:#fff;border:0}main::before{left:36px}.finding.passing,.stamp.passing{color:var(--ink)}}
`;
