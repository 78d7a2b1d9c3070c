# Changes certificates at random, gives them the right hash, and compares the verdicts of two checkers. It prints the certificates on which they
# differ, and how many both refuse or accept.
#
#   python3 tests/fuzz.py ./certify-clobber ./checker SEED COUNT FILE..
import random,subprocess,sys,re
one, two = sys.argv[1:3]
random.seed(int(sys.argv[3])); N=int(sys.argv[4])
def fix(lines):
    body='\n'.join(lines)+'\n'
    h=0xcbf29ce484222325
    for b in body.encode('latin1'): h=((h^b)*0x100000001b3)&(2**64-1)
    return body+'end %d %016x\n'%(len(lines),h)
def run(p,t):
    r=subprocess.run([p],input=t.encode('latin1'),capture_output=True)
    return r.returncode==0, r.stdout, r.stderr
stats={}
for it in range(N):
    f=random.choice(sys.argv[5:])
    lines=open(f).read().split('\n')[:-2]
    for _ in range(random.choice([1,1,1,2])):
        k=random.randrange(1,len(lines))
        m=random.random()
        if m<.15: del lines[k]
        elif m<.25: lines[k],lines[k-1]=lines[k-1],lines[k]
        elif m<.35: lines.insert(random.randrange(1,len(lines)),lines[k])
        elif m<.45:
            lines.insert(random.randrange(1,len(lines)),random.choice(["plus 0","plus 1","plus -1","part 0 xo","part 0 xxo/oox","claim L L","claim R R","v 0|0","v 0|","v |0", "v 1|0"]))
        elif m<.6:
            w=lines[k].split(' '); i=random.randrange(len(w))
            nums=re.findall(r'-?\d+',w[i])
            if nums:
                n=random.choice(nums); w[i]=w[i].replace(n,str(random.choice([-int(n),int(n)+1,int(n)-1,0,1,2])),1)
            lines[k]=' '.join(w)
        elif m<.75:
            l=lines[k]; i=random.randrange(len(l)); lines[k]=l[:i]+random.choice("xo.wz0123-, abLR|/")+l[i+1:]
        elif m<.85:
            lines[k]=lines[k].replace('w','#').replace('z','w').replace('#','z')
        else:
            l=lines[k]; i=random.randrange(len(l)); j=random.randrange(len(l)); c=list(l); c[i],c[j]=c[j],c[i]; lines[k]=''.join(c)
    t=fix(lines)
    a=run(one,t); b=run(two,t)
    stats[(a[0],b[0])]=stats.get((a[0],b[0]),0)+1
    if a[0]!=b[0] or (a[0] and sorted(a[1].split(b'\n'))!=sorted(b[1].split(b'\n'))):
        print(it,f,a,b); open('diff%s_%d.txt'%(sys.argv[3],it),'w').write(t)
print(stats)
