// A passage under the pointer or with the focus shows its source in the list beside the text.
const beside=document.getElementById("sources");
let shown=null;
const show=event=>{
const passage=event.target.closest&&event.target.closest("#text a[data-s]");
if(!passage)return;
const source=document.getElementById("source-"+passage.dataset.s);
if(source===shown)return;
if(shown)shown.classList.remove("on");
shown=source;
if(!source)return;
source.classList.add("on");
const scrolls=beside.scrollHeight>beside.clientHeight;
if(scrolls)beside.scrollTop=source.offsetTop-beside.clientHeight/3;
};
document.addEventListener("pointerover",show);
document.addEventListener("focusin",show);
