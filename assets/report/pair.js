// Both whole texts, and both programs, scroll together by what they share: between two passages in proportion.
for(const[kind,id]of[["pane","together"],["code","code-together"]]){
const panes=["a","b"].map(side=>document.getElementById(`${kind}-${side}`));
const box=document.getElementById(id);
if(!panes[0]||!panes[1]||!box)continue;
box.parentElement.hidden=false;
const top=(pane,one)=>one.getBoundingClientRect().top-pane.getBoundingClientRect().top+pane.scrollTop;
let points=[];
const measure=()=>{
const pairs=[...panes[0].querySelectorAll("a[id]")].map(a=>[a,document.getElementById(a.id.replace("a","b"))]).filter(two=>two[1]);
let found=pairs.map(two=>[top(panes[0],two[0]),top(panes[1],two[1])]).sort((x,y)=>x[0]-y[0]);
// Only passages in the same order on both sides carry the scrolling: the longest rising row.
const best=[];
found.forEach((one,i)=>{
let before=-1;
for(let j=0;j<i;j++)if(found[j][1]<=one[1]&&(before<0||best[j].length>best[before].length))before=j;
best.push({length:1+(before<0?0:best[before].length),before});
});
let at=best.reduce((most,one,i)=>most<0||one.length>best[most].length?i:most,-1);
const row=[];
for(;at>=0;at=best[at].before)row.unshift(found[at]);
points=[[0,0],...row,[panes[0].scrollHeight,panes[1].scrollHeight]];
};
const other=(from,height)=>{
const to=1-from;
let i=1;
while(i<points.length-1&&points[i][from]<height)i++;
const low=points[i-1],high=points[i],span=high[from]-low[from];
return low[to]+(span>0?(height-low[from])/span:0)*(high[to]-low[to]);
};
let leader=null,timer=0;
const lead=i=>{leader=i;clearTimeout(timer);timer=setTimeout(()=>leader=null,150);};
panes.forEach((pane,i)=>pane.addEventListener("scroll",()=>{
if(!box.checked||leader===1-i)return;
lead(i);
const focus=pane.clientHeight/3;
panes[1-i].scrollTop=other(i,pane.scrollTop+focus)-panes[1-i].clientHeight/3;
}));
panes.forEach((pane,i)=>pane.addEventListener("click",event=>{
const passage=event.target.closest("a.s[href]");
if(!passage)return;
const target=document.getElementById(passage.getAttribute("href").slice(1));
if(!target)return;
event.preventDefault();
lead(i);
panes[1-i].scrollTop=top(panes[1-i],target)-panes[1-i].clientHeight/3;
document.querySelectorAll(".pane .on").forEach(one=>one.classList.remove("on"));
target.classList.add("on");
target.focus({preventScroll:true});
}));
measure();
addEventListener("resize",measure);
}
