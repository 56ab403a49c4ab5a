// Tables of the index: sorted by a click on a heading, filtered by a name, their first rows shown at first.
"use strict";
const FIRST=200;
document.querySelectorAll("table.list").forEach(table=>{
const body=table.tBodies[0],rows=[...body.rows],words=table.dataset;
const texts=rows.map(row=>row.textContent.toLowerCase());
const place=new Map(rows.map((row,i)=>[row,i]));
let order=rows,all=rows.length<=FIRST,wanted="";
const tools=document.createElement("p"),label=document.createElement("label"),field=document.createElement("input"),count=document.createElement("span"),more=document.createElement("button");
tools.className="tools";field.type="search";field.placeholder=words.hint;count.setAttribute("role","status");
label.append(words.filter+" ",field);tools.append(label,count);
more.className="more";more.type="button";
table.parentElement.before(tools);table.parentElement.after(more);
const update=()=>{
let fits=0,shown=0;
for(const row of order){
const fit=!wanted||texts[place.get(row)].includes(wanted);
if(fit)fits++;
row.hidden=!fit||!all&&shown>=FIRST;
if(!row.hidden)shown++;
}
count.textContent=words.count.replace("%{shown}",shown).replace("%{all}",rows.length);
more.hidden=shown===fits;
more.textContent=words.all.replace("%{all}",fits);
};
field.addEventListener("input",()=>{wanted=field.value.trim().toLowerCase();update();});
more.addEventListener("click",()=>{all=true;update();});
const heads=[...table.tHead.rows[0].cells];
heads.forEach((head,column)=>{
const button=document.createElement("button"),number=head.classList.contains("num");
button.type="button";button.title=words.sort;button.append(...head.childNodes);head.append(button);
const key=row=>{
const cell=row.cells[column],value=cell.dataset.v??cell.textContent;
const parsed=parseFloat(value.replace(/,/g,""));
return number||cell.dataset.v!==undefined?(isNaN(parsed)?-1:parsed):value;
};
const language=document.documentElement.lang;
button.addEventListener("click",()=>{
const before=head.getAttribute("aria-sort");
const sign=before?(before==="ascending"?-1:1):(number?-1:1);
heads.forEach(other=>other.removeAttribute("aria-sort"));
head.setAttribute("aria-sort",sign>0?"ascending":"descending");
const compare=new Intl.Collator(language,{numeric:true}).compare;
const keys=new Map(rows.map(row=>[row,key(row)]));
order=[...rows].sort((x,y)=>{
const a=keys.get(x),b=keys.get(y);
return sign*(typeof a==="number"?a-b:compare(a,b))||place.get(x)-place.get(y);
});
body.append(...order);
update();
});
});
update();
});
