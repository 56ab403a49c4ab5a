// Keys n and p on the pages of documents and pairs: the next and the previous passage.
"use strict";
const passages=()=>[...document.querySelectorAll(document.body.className==="pair"?".passage":"#text a.s:not([tabindex]),#text a.maybe:not([tabindex])")];
let current=-1;
document.addEventListener("keydown",event=>{
if(event.ctrlKey||event.metaKey||event.altKey||/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName))return;
const step=event.key==="n"?1:event.key==="p"?-1:0;
if(!step)return;
const all=passages();
if(!all.length)return;
const active=all.findIndex(one=>one===document.activeElement||one.contains(document.activeElement));
if(active>=0)current=active;
current=Math.min(all.length-1,Math.max(0,current+step));
event.preventDefault();
all[current].scrollIntoView({block:document.body.className==="pair"?"start":"center"});
all[current].focus({preventScroll:true});
});
